// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IFactoryToken} from "./IFactoryToken.sol";
import {IMainToken} from "./IMainToken.sol";
import {IMarketRegistry, IMarketTaxReceiver} from "./IMarkets.sol";
import {IPool} from "./IPool.sol";
import {ITaxes} from "./ITaxes.sol";
import {ITokenFactory} from "./ITokenFactory.sol";
import {PoolMath} from "./PoolMath.sol";
import {IStakingVault} from "../vault/IStakingVault.sol";

/// @dev Holds no USDB between calls: every tax is distributed in the transaction that pays it.
contract Taxes is Ownable2Step, ITaxes {
    using SafeERC20 for IERC20;

    uint256 private constant BP = 10_000;
    uint256 private constant FLOOR_RATE = 150;
    uint256 private constant STABLE_RATE = 50;
    uint256 private constant DEV_PART = 2_000;
    uint256 private constant VAULT_PART = 1_600;
    uint256 private constant REWARD_PART = 400;
    uint256 private constant BOUNTY_PART = 500;
    /// The market's part of its token's tax: two thirds.
    uint256 private constant MARKET_PARTS = 2;
    uint256 private constant ALL_PARTS = 3;
    uint256 private constant MAX_DEV_WALLETS = 10;
    uint256 private constant MIN_SURGE_SECONDS = 1 hours;
    uint256 private constant SURGE_QUOTA_SECONDS = 7 days;
    uint256 private constant SURGE_WINDOW_SECONDS = 30 days;

    struct Surge {
        uint64 start;
        uint64 end;
        uint64 duration;
        uint32 startRate;
        uint32 endRate;
    }

    /// @dev Seconds of the quota that a surge uses, counted for 30 days from its start.
    struct Usage {
        uint64 start;
        uint64 used;
    }

    IERC20 private immutable USDB;
    IMainToken private immutable MAIN;
    ITokenFactory private immutable FACTORY;

    /// @inheritdoc ITaxes
    address public treasury;
    /// @inheritdoc ITaxes
    address public vault;
    /// @inheritdoc ITaxes
    address public marketRegistry;
    /// @inheritdoc ITaxes
    mapping(address token => mapping(address wallet => uint256)) public devBasisPoints;
    /// @inheritdoc ITaxes
    mapping(address token => address[]) public devWallets;
    /// @inheritdoc ITaxes
    mapping(address token => uint256) public totalDevTaxCollected;

    mapping(address token => uint256) private _sharedBasisPoints;
    mapping(address token => Surge) private _surges;
    mapping(address token => Usage[]) private _usages;
    /// @inheritdoc ITaxes
    mapping(address token => mapping(address wallet => uint256)) public tokenDevEarnings;
    /// @inheritdoc ITaxes
    mapping(address wallet => uint256) public devTotalEarnings;

    modifier onlyDev(address token) {
        _requireKnown(token);
        if (msg.sender != IPool(token).DEV()) revert OnlyDev();
        _;
    }

    constructor(IMainToken main, ITokenFactory factory, address treasury_, address operator)
        Ownable(operator)
    {
        USDB = IERC20(main.token1());
        MAIN = main;
        FACTORY = factory;
        _setReceivers(treasury_, address(0));
    }

    /// @inheritdoc ITaxes
    function startSurgeTax(uint256 startRate, uint256 endRate, uint256 duration, address token)
        external
        onlyDev(token)
    {
        if (isPrediction(token)) revert PredictionToken();
        if (isSurgeActive(token)) revert SurgeRunning();
        if (startRate == 0 || endRate > startRate) revert InvalidSurgeRates();
        uint256 maxRate = maxSurgeRate(IPool(token).hybridMultiplier());
        if (startRate > maxRate) revert SurgeRateTooHigh(maxRate);
        if (duration < MIN_SURGE_SECONDS) revert SurgeTooShort();
        uint256 available = availableSurgeQuota(token);
        if (duration > available) revert SurgeQuotaExceeded(available);

        _usages[token].push(Usage(uint64(block.timestamp), uint64(duration)));
        _surges[token] = Surge({
            start: uint64(block.timestamp),
            end: uint64(block.timestamp + duration),
            duration: uint64(duration),
            startRate: uint32(startRate),
            endRate: uint32(endRate)
        });
        emit SurgeStarted(token, startRate, endRate, duration, block.timestamp);
    }

    /// @inheritdoc ITaxes
    function endSurgeTax(address token) external onlyDev(token) {
        if (!isSurgeActive(token)) revert NoSurgeRunning();
        Surge storage surge = _surges[token];
        uint256 refund = surge.end - block.timestamp;
        surge.end = uint64(block.timestamp);
        Usage[] storage usages = _usages[token];
        usages[usages.length - 1].used -= uint64(refund);
        emit SurgeEnded(token, refund);
    }

    /// @inheritdoc ITaxes
    function addDevShare(address token, address wallet, uint256 basisPoints) external onlyDev(token) {
        if (wallet == address(0)) revert ZeroAddress();
        uint256 previous = devBasisPoints[token][wallet];
        // Checked before the addition: `BP + BP` cannot overflow.
        if (basisPoints == 0 || basisPoints > BP) revert InvalidDevShare();
        uint256 shared = _sharedBasisPoints[token] - previous + basisPoints;
        if (shared > BP) revert InvalidDevShare();
        if (previous == 0) {
            if (devWallets[token].length == MAX_DEV_WALLETS) revert TooManyDevWallets();
            devWallets[token].push(wallet);
        }
        devBasisPoints[token][wallet] = basisPoints;
        _sharedBasisPoints[token] = shared;
    }

    /// @inheritdoc ITaxes
    function removeDevShare(address token, address wallet) external onlyDev(token) {
        uint256 share = devBasisPoints[token][wallet];
        if (share == 0) revert DevShareNotFound();
        _sharedBasisPoints[token] -= share;
        delete devBasisPoints[token][wallet];
        address[] storage wallets = devWallets[token];
        uint256 last = wallets.length - 1;
        for (uint256 i; i < last; ++i) {
            if (wallets[i] == wallet) wallets[i] = wallets[last];
        }
        wallets.pop();
    }

    /// @inheritdoc ITaxes
    function collect(address token, uint256 amount) external {
        bool isPayer = msg.sender == MAIN.SWAP() || msg.sender == address(MAIN);
        if (!isPayer && msg.sender != _marketOf(token)) revert OnlySwap();
        uint256 rest = amount - _payMarket(token, amount);
        // Each part is rounded down; the treasury gets the remainder, so nothing stays here.
        uint256 devPart = rest * DEV_PART / BP;
        uint256 vaultPart = _takesTaxes(vault) ? rest * VAULT_PART / BP : 0;
        uint256 rewardPart = _rewardPart(token, rest * REWARD_PART / BP);

        _payDev(token, devPart);
        _pay(vault, vaultPart);
        if (rewardPart > 0) {
            _pay(token, rewardPart);
            IFactoryToken(token).distributeRewards(rewardPart);
        }
        _pay(treasury, rest - devPart - vaultPart - rewardPart);
    }

    /// @inheritdoc ITaxes
    function setReceivers(address treasury_, address vault_) external onlyOwner {
        _setReceivers(treasury_, vault_);
    }

    /// @inheritdoc ITaxes
    function setMarketRegistry(address registry) external onlyOwner {
        marketRegistry = registry;
        emit MarketRegistryChanged(registry);
    }

    /// @inheritdoc ITaxes
    function _taxRateStasis() external pure returns (uint256) {
        return STABLE_RATE;
    }

    /// @inheritdoc ITaxes
    function _taxRateStable() external pure returns (uint256) {
        return STABLE_RATE;
    }

    /// @inheritdoc ITaxes
    function _taxRateDefault() external pure returns (uint256) {
        return FLOOR_RATE;
    }

    /// @inheritdoc ITaxes
    function _taxRatePrediction() external pure returns (uint256) {
        return FLOOR_RATE;
    }

    /// @inheritdoc ITaxes
    function getTaxRate(address token, address) external view returns (uint256) {
        _requireKnown(token);
        // By their multiplier markets' tokens would pass for Stable+.
        if (isPrediction(token)) return FLOOR_RATE;
        uint256 base = IPool(token).hybridMultiplier() == PoolMath.STABLE_MULTIPLIER ? STABLE_RATE : FLOOR_RATE;
        return base + getCurrentSurgeTax(token);
    }

    /// @inheritdoc ITaxes
    function getCurrentSurgeTax(address token) public view returns (uint256) {
        if (!isSurgeActive(token)) return 0;
        Surge storage surge = _surges[token];
        uint256 remaining = surge.end - block.timestamp;
        uint256 difference = surge.startRate - surge.endRate;
        // Rounded up, against the trader.
        return surge.endRate + (difference * remaining + surge.duration - 1) / surge.duration;
    }

    /// @inheritdoc ITaxes
    function maxSurgeRate(uint256 hybridMultiplier) public pure returns (uint256) {
        // Multipliers and the largest rate of each, in basis points; straight lines between them.
        uint16[2][8] memory points = [
            [uint16(1), 1_500],
            [uint16(15), 1_250],
            [uint16(30), 1_000],
            [uint16(45), 800],
            [uint16(60), 550],
            [uint16(75), 300],
            [uint16(90), 100],
            [uint16(100), 50]
        ];
        uint256 i = 1;
        while (i < points.length - 1 && hybridMultiplier > points[i][0]) ++i;
        return _interpolate(hybridMultiplier, points[i - 1], points[i]);
    }

    /// @inheritdoc ITaxes
    /// @dev Each surge counts in full for 30 days from its start. That keeps every window of 30 days within the quota: a
    /// surge that began before the window was still counted when the surges inside the window began.
    function availableSurgeQuota(address token) public view returns (uint256 available) {
        Usage[] storage usages = _usages[token];
        available = SURGE_QUOTA_SECONDS;
        for (uint256 i = usages.length; i > 0; --i) {
            Usage storage usage = usages[i - 1];
            if (usage.start + SURGE_WINDOW_SECONDS <= block.timestamp) break;
            available -= usage.used;
        }
    }

    /// @inheritdoc ITaxes
    function isSurgeActive(address token) public view returns (bool) {
        return block.timestamp < _surges[token].end;
    }

    /// @inheritdoc ITaxes
    function isPrediction(address token) public view returns (bool) {
        return _marketOf(token) != address(0);
    }

    /// @dev Two thirds of a prediction token's tax go to its market, 5 % of them to the bounty pool. Rounded down, the
    /// remainder is split like any other tax. The market is a contract of the platform, registered by the factory.
    function _payMarket(address token, uint256 amount) private returns (uint256 paid) {
        address market = _marketOf(token);
        if (market == address(0)) return 0;
        paid = amount * MARKET_PARTS / ALL_PARTS;
        if (paid == 0) return 0;
        uint256 bounty = paid * BOUNTY_PART / BP;
        _pay(market, paid);
        IMarketTaxReceiver(market).onTaxCollected(token, paid - bounty, bounty);
    }

    function _payDev(address token, uint256 amount) private {
        if (amount == 0) return;
        totalDevTaxCollected[token] += amount;
        uint256 left = amount;
        address[] storage wallets = devWallets[token];
        for (uint256 i; i < wallets.length; ++i) {
            uint256 part = amount * devBasisPoints[token][wallets[i]] / BP;
            left -= part;
            _payDevPart(token, wallets[i], part);
        }
        _payDevPart(token, IPool(token).DEV(), left);
    }

    function _payDevPart(address token, address recipient, uint256 amount) private {
        if (amount == 0) return;
        tokenDevEarnings[token][recipient] += amount;
        devTotalEarnings[recipient] += amount;
        _pay(recipient, amount);
        emit DevTaxDistributed(token, recipient, amount);
    }

    function _pay(address recipient, uint256 amount) private {
        // USDB runs no code of the recipient: a creator's wallet cannot block or reenter a trade.
        if (amount > 0) USDB.safeTransfer(recipient, amount);
    }

    function _setReceivers(address treasury_, address vault_) private {
        if (treasury_ == address(0)) revert ZeroAddress();
        // Reverts for an address that is no vault: every later tax would.
        _takesTaxes(vault_);
        treasury = treasury_;
        vault = vault_;
        emit ReceiversChanged(treasury_, vault_);
    }

    /// @dev Whether holders would gain from the vault's part. Dust of shares must not catch it.
    function _takesTaxes(address vault_) private view returns (bool) {
        return vault_ != address(0) && IStakingVault(vault_).takesTaxes();
    }

    /// @dev `total` is the part of all shares that were ever granted. Returns what the shares that still exist receive
    /// of it, rounded down; the part of forfeited shares goes to the treasury.
    function _rewardPart(address token, uint256 total) private view returns (uint256) {
        if (token == address(MAIN)) return 0;
        IFactoryToken launched = IFactoryToken(token);
        uint256 existing = launched.totalShares();
        if (existing == 0) return 0;
        return total * existing / (launched.getBondingTarget() - launched.usdcForBondingNeeded());
    }

    /// @dev `y` of the falling line between two points at `x`, rounded down. Reverts beyond `to`.
    function _interpolate(uint256 x, uint16[2] memory from, uint16[2] memory to)
        private
        pure
        returns (uint256)
    {
        return to[1] + (from[1] - to[1]) * (to[0] - x) / (to[0] - from[0]);
    }

    function _marketOf(address token) private view returns (address) {
        return marketRegistry == address(0) ? address(0) : IMarketRegistry(marketRegistry).marketOf(token);
    }

    function _requireKnown(address token) private view {
        if (token != address(MAIN) && !FACTORY.isEcosystemToken(token)) revert UnknownToken(token);
    }
}
