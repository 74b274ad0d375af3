// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IFactoryToken} from "./IFactoryToken.sol";
import {IMainToken} from "./IMainToken.sol";
import {IPool} from "./IPool.sol";
import {ISwap} from "./ISwap.sol";
import {ITokenFactory} from "./ITokenFactory.sol";
import {Pool} from "./Pool.sol";
import {PoolMath} from "./PoolMath.sol";
import {IVesting} from "../vesting/IVesting.sol";

contract FactoryToken is Pool, IFactoryToken {
    using SafeERC20 for IERC20;

    uint256 private constant MAX_TAG_BYTES = 64;
    /// Decimals of the rewards per share. 36, because a tax of few wei is divided by up to 1.5e23 shares.
    uint256 private constant REWARD_SCALE = 1e36;

    IMainToken private immutable MAIN;
    /// @inheritdoc IPool
    address public immutable DEV;
    /// @inheritdoc IFactoryToken
    uint256 public immutable getBondingTarget;
    /// @inheritdoc IFactoryToken
    uint256 public immutable autoVestDuration;
    /// @inheritdoc IPool
    bool public immutable autoVest;
    /// @inheritdoc IPool
    bool public immutable gradualAutoVesting;

    /// @inheritdoc IFactoryToken
    bool public frozen;
    /// @inheritdoc IFactoryToken
    uint256 public totalWhitelisted;
    /// @inheritdoc IFactoryToken
    mapping(address wallet => bool) public whitelisted;
    /// @inheritdoc IFactoryToken
    mapping(address wallet => uint256) public whitelistMaxBuyForUser;
    /// @inheritdoc IFactoryToken
    mapping(address wallet => uint256) public whitelistBoughtByUser;

    /// @inheritdoc IFactoryToken
    uint256 public totalShares;
    /// @inheritdoc IFactoryToken
    mapping(address wallet => uint256) public shares;
    uint256 private _rewardsPerShare;
    /// USDB to subtract from `shares * rewards per share`: rewards from before the wallet had the shares, plus claims,
    /// minus the earnings of shares that it has forfeited.
    mapping(address wallet => int256) private _rewardDebt;

    /// Shares that holders have lost. Together with `totalShares`, all shares that were ever granted.
    uint256 private _forfeitedShares;
    /// Tokens a wallet has to hold to keep its shares. Above 0 for every wallet with shares.
    mapping(address wallet => uint256) private _backingTokens;
    /// @inheritdoc IFactoryToken
    mapping(address wallet => uint256) public vestingBacking;

    /// @dev The market contract may call too; it checks that its own caller is the creator.
    modifier onlyDev() {
        if (msg.sender != DEV && msg.sender != _market()) revert OnlyDev();
        _;
    }

    modifier onlyMain() {
        if (msg.sender != address(MAIN)) revert OnlyMainToken();
        _;
    }

    /// @param main TIDE.
    /// @param dev The creator.
    /// @param tidePrice USD price of TIDE, so that the pool opens at 1 USD.
    constructor(IMainToken main, address dev, uint256 tidePrice, Launch memory launch)
        ERC20(launch.name, launch.symbol)
        Pool(
            address(main),
            launch.hybridMultiplier,
            launch.startLP,
            Math.mulDiv(launch.startLP, PoolMath.WAD, tidePrice),
            tidePrice
        )
    {
        MAIN = main;
        DEV = dev;
        getBondingTarget = launch.usdcForBonding;
        frozen = launch.frozen;
        autoVest = launch.autoVest;
        autoVestDuration = launch.autoVestDuration;
        gradualAutoVesting = launch.gradualAutovest;
    }

    /// @inheritdoc IPool
    function buyTokens(uint256 amount, address buyer) external onlySwap returns (uint256 tokens) {
        uint256 value;
        address recipient = autoVest ? _factory().vesting() : buyer;
        (tokens, value) = _buy(amount, buyer, recipient);
        if (frozen) _useWhitelist(buyer, value);
        if (!hasBonded()) _grantShares(buyer, value, tokens);
        if (autoVest) {
            vestingBacking[buyer] += tokens;
            // The vesting contract is set once and runs no foreign code.
            IVesting(recipient).recordAutoVest(buyer, tokens);
        }
    }

    /// @inheritdoc IPool
    function sellTokens(uint256 amount, address seller) external onlySwap returns (uint256) {
        return _sell(amount, seller, seller, SELL);
    }

    /// @inheritdoc IPool
    function routeSell(uint256 amount, address trader, uint8 tradeType) external onlySwap returns (uint256) {
        return _sell(amount, trader, msg.sender, tradeType);
    }

    /// @inheritdoc IFactoryToken
    function lendQuote(uint256 amount) external onlyMain {
        _lend(amount);
        IERC20(address(MAIN)).safeTransfer(address(MAIN), amount);
    }

    /// @inheritdoc IFactoryToken
    function returnQuote(uint256 amount) external onlyMain {
        _takeBack(amount);
    }

    /// @inheritdoc IFactoryToken
    function applyLeverage(LeverageLeg calldata leg, address trader) external onlyMain {
        if (autoVest) revert TokenAutoVests();
        if (!hasBonded()) revert RewardPhaseNotOver();
        if (frozen) _useWhitelist(trader, leg.value);
        _mint(address(MAIN), leg.tokens);
        _applyLeverage(leg, trader);
    }

    /// @inheritdoc IFactoryToken
    function liquidateCollateral(uint256 tokens, uint256 debt) external onlyMain {
        _burnCollateral(address(MAIN), tokens, debt);
    }

    /// @inheritdoc IFactoryToken
    function SetWhitelistedWallet(address[] calldata wallets, uint256 amount, string calldata tag)
        external
        onlyDev
    {
        if (!frozen) revert NotFrozen();
        if (bytes(tag).length > MAX_TAG_BYTES) revert TagTooLong();
        for (uint256 i; i < wallets.length; ++i) {
            address wallet = wallets[i];
            if (wallet == address(0)) revert ZeroAddress();
            if (!whitelisted[wallet]) {
                whitelisted[wallet] = true;
                ++totalWhitelisted;
            }
            whitelistMaxBuyForUser[wallet] = amount;
            emit WhiteListedWallet(wallet, amount, tag);
        }
    }

    /// @inheritdoc IFactoryToken
    function RemoveWhitelist(address wallet) external onlyDev {
        if (!whitelisted[wallet]) revert NotWhitelisted(wallet);
        whitelisted[wallet] = false;
        whitelistMaxBuyForUser[wallet] = 0;
        --totalWhitelisted;
    }

    /// @inheritdoc IFactoryToken
    function DisableFreeze() external onlyDev {
        if (!frozen) revert NotFrozen();
        frozen = false;
    }

    /// @inheritdoc IFactoryToken
    function claimRewards() external {
        uint256 claimable = getClaimableRewards(msg.sender);
        if (claimable == 0) revert NothingToClaim();
        _changeDebt(msg.sender, SafeCast.toInt256(claimable));
        emit RewardsClaimed(msg.sender, claimable);
        // USDB runs no code of the recipient; the debt is raised before the transfer.
        IERC20(MAIN.token1()).safeTransfer(msg.sender, claimable);
    }

    /// @inheritdoc IFactoryToken
    function distributeRewards(uint256 amount) external {
        if (msg.sender != address(ISwap(SWAP()).TAXES())) revert OnlyTaxes();
        // Rounded down: all claims together stay within the USDB that was sent here.
        _rewardsPerShare += Math.mulDiv(amount, REWARD_SCALE, totalShares);
        emit RewardsDistributed(amount, _rewardsPerShare);
    }

    /// @inheritdoc IFactoryToken
    function releaseBacking(address wallet, uint256 amount) external {
        if (msg.sender != _factory().vesting()) revert OnlyVesting();
        vestingBacking[wallet] -= amount;
        _forfeitShares(wallet);
    }

    /// @inheritdoc IFactoryToken
    /// @dev Shares that were forfeited do not come back.
    function restoreBacking(address wallet, uint256 amount) external {
        if (msg.sender != _factory().vesting()) revert OnlyVesting();
        vestingBacking[wallet] += amount;
    }

    /// @inheritdoc IFactoryToken
    function getClaimableRewards(address wallet) public view returns (uint256) {
        // The debt is rounded up, so it may exceed the earnings by 1 wei.
        int256 claimable = SafeCast.toInt256(_earned(shares[wallet])) - _rewardDebt[wallet];
        return claimable > 0 ? uint256(claimable) : 0;
    }

    /// @inheritdoc IFactoryToken
    function usdcForBondingNeeded() public view returns (uint256) {
        return getBondingTarget - totalShares - _forfeitedShares;
    }

    /// @inheritdoc IPool
    function hasBonded() public view returns (bool) {
        return usdcForBondingNeeded() == 0;
    }

    /// @inheritdoc IFactoryToken
    function calculateFloor() external view returns (uint256) {
        return Math.mulDiv(_floorPrice(), _quoteUsdPrice(), PoolMath.WAD);
    }

    /// @inheritdoc IFactoryToken
    function calculateTokenFloor() external view returns (uint256) {
        return _floorPrice();
    }

    /// @inheritdoc IPool
    function CEO() public view override(Pool, IPool) returns (address) {
        return MAIN.CEO();
    }

    /// @inheritdoc IPool
    function SWAP() public view override(Pool, IPool) returns (address) {
        return MAIN.SWAP();
    }

    function _quoteUsdPrice() internal view override returns (uint256) {
        return MAIN.getUSDPrice();
    }

    function _useWhitelist(address buyer, uint256 value) private {
        if (!whitelisted[buyer]) revert NotWhitelisted(buyer);
        uint256 left = Math.saturatingSub(whitelistMaxBuyForUser[buyer], whitelistBoughtByUser[buyer]);
        if (value > left) revert WhitelistLimitExceeded(left, value);
        whitelistBoughtByUser[buyer] += value;
    }

    function _market() private view returns (address) {
        return _factory().marketOf(address(this));
    }

    function _factory() private view returns (ITokenFactory) {
        return ISwap(SWAP()).FACTORY();
    }

    /// @dev ERC20 calls it for every sale, transfer and burn.
    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (from != address(0)) _forfeitShares(from);
    }

    /// @dev One share per USDB. The purchase that completes the reward phase earns shares for the missing part only.
    /// Backing tokens and debt are rounded up, against the buyer.
    function _grantShares(address buyer, uint256 value, uint256 tokens) private {
        uint256 granted = Math.min(value, usdcForBondingNeeded());
        if (granted == 0) return;
        shares[buyer] += granted;
        totalShares += granted;
        _backingTokens[buyer] += Math.mulDiv(tokens, granted, value, Math.Rounding.Ceil);
        uint256 debt = Math.mulDiv(granted, _rewardsPerShare, REWARD_SCALE, Math.Rounding.Ceil);
        _changeDebt(buyer, SafeCast.toInt256(debt));
    }

    /// @dev A wallet that holds less than its backing tokens keeps shares in that proportion, rounded down. Its tokens in
    /// vesting are held, too, unless a loan was taken on them.
    function _forfeitShares(address wallet) private {
        uint256 tokens = _backingTokens[wallet];
        // Most holders have no shares: they are spared the reads below.
        if (tokens == 0) return;
        uint256 held = balanceOf(wallet) + vestingBacking[wallet];
        if (held >= tokens) return;
        uint256 kept = Math.mulDiv(shares[wallet], held, tokens);
        uint256 lost = shares[wallet] - kept;
        shares[wallet] = kept;
        totalShares -= lost;
        _forfeitedShares += lost;
        _backingTokens[wallet] = held;
        _changeDebt(wallet, -SafeCast.toInt256(_earned(lost)));
    }

    /// @dev USDB that `amount` shares have earned since the token was created, rounded down.
    function _earned(uint256 amount) private view returns (uint256) {
        return Math.mulDiv(amount, _rewardsPerShare, REWARD_SCALE);
    }

    function _changeDebt(address wallet, int256 change) private {
        _rewardDebt[wallet] += change;
    }
}
