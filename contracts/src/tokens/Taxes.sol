// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IFactoryToken} from "./IFactoryToken.sol";
import {IMainToken} from "./IMainToken.sol";
import {IMarketRegistry, IMarketTaxReceiver} from "./IMarkets.sol";
import {IPool} from "./IPool.sol";
import {ITaxes} from "./ITaxes.sol";
import {ITokenFactory} from "./ITokenFactory.sol";

/// @dev Holds nothing between calls: every tax is passed on at once. USDB reverts instead of returning false.
contract Taxes is Ownable2Step, ITaxes {
    uint256 private constant BP = 10_000;
    uint256 private constant FLOOR_RATE = 150;
    uint256 private constant STABLE_RATE = 50;
    uint256 private constant DEV_PART = 2_000;
    uint256 private constant VAULT_PART = 1_600;
    uint256 private constant REWARD_PART = 400;
    uint256 private constant BOUNTY_PART = 500;
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

    /// What a surge uses of the quota, from its start on for 30 days.
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
    /// Not used any more; its place in storage stays.
    mapping(address token => uint256) private _firstUsage;
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
        // The sum is bounded before it is added up, so that it cannot overflow.
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
        if (msg.sender != MAIN.SWAP() && msg.sender != _marketOf(token)) revert OnlySwap();
        uint256 rest = amount - _payMarket(token, amount);
        uint256 devPart = rest * DEV_PART / BP;
        uint256 vaultPart = vault == address(0) ? 0 : rest * VAULT_PART / BP;
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
        // Markets' tokens have m = 100 and would pass for Stable+.
        if (isPrediction(token)) return FLOOR_RATE;
        uint256 base = IPool(token).hybridMultiplier() == 100 ? STABLE_RATE : FLOOR_RATE;
        return base + getCurrentSurgeTax(token);
    }

    /// @inheritdoc ITaxes
    function getCurrentSurgeTax(address token) public view returns (uint256) {
        if (!isSurgeActive(token)) return 0;
        Surge storage surge = _surges[token];
        uint256 remaining = surge.end - block.timestamp;
        uint256 fall = surge.startRate - surge.endRate;
        // Rounded up, as every tax.
        return surge.endRate + (fall * remaining + surge.duration - 1) / surge.duration;
    }

    /// @inheritdoc ITaxes
    function maxSurgeRate(uint256 hybridMultiplier) public pure returns (uint256) {
        uint256[8] memory multipliers = [uint256(1), 15, 30, 45, 60, 75, 90, 100];
        uint256[8] memory rates = [uint256(1_500), 1_250, 1_000, 800, 550, 300, 100, 50];
        uint256 i = 1;
        while (hybridMultiplier > multipliers[i]) ++i;
        uint256 fall = rates[i - 1] - rates[i];
        uint256 width = multipliers[i] - multipliers[i - 1];
        return rates[i] + fall * (multipliers[i] - hybridMultiplier) / width;
    }

    /// @inheritdoc ITaxes
    /// @dev Counting each surge in full for 30 days from its start keeps every window of 30 days within the
    /// quota: a surge that reaches into a window from before its start was counted when the others began.
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

    /// @dev Two thirds of a prediction token's tax, 5 % of them for the bounty.
    function _payMarket(address token, uint256 amount) private returns (uint256 paid) {
        address market = _marketOf(token);
        if (market == address(0)) return 0;
        paid = amount * 2 / 3;
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
        if (amount > 0) USDB.transfer(recipient, amount);
    }

    function _setReceivers(address treasury_, address vault_) private {
        if (treasury_ == address(0)) revert ZeroAddress();
        treasury = treasury_;
        vault = vault_;
        emit ReceiversChanged(treasury_, vault_);
    }

    /// @dev What standing shares receive of `whole`, the part for all shares ever granted.
    function _rewardPart(address token, uint256 whole) private view returns (uint256) {
        if (token == address(MAIN)) return 0;
        IFactoryToken launched = IFactoryToken(token);
        uint256 standing = launched.totalShares();
        if (standing == 0) return 0;
        return whole * standing / (launched.getBondingTarget() - launched.usdcForBondingNeeded());
    }

    function _marketOf(address token) private view returns (address) {
        return marketRegistry == address(0) ? address(0) : IMarketRegistry(marketRegistry).marketOf(token);
    }

    function _requireKnown(address token) private view {
        if (token != address(MAIN) && !FACTORY.isEcosystemToken(token)) revert UnknownToken(token);
    }
}
