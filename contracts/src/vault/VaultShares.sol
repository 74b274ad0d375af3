// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IStakingVault} from "./IStakingVault.sol";

/// @dev The shares, what they are worth, and which of them are locked. The TIDE is counted, not read from a balance: TIDE
/// that somebody sends here changes no price.
abstract contract VaultShares is ERC20, ReentrancyGuardTransient, IStakingVault {
    /// @dev Shares and TIDE that belong to nobody. With both the first share costs 1 TIDE. To move the price, a single
    /// holder must give to them as well: raising it so far that a deposit of others loses 1 wei by rounding takes a gift
    /// of 0.001 TIDE, of which a holder of 1 wei of shares gets 1e-15. Of the yield of one whole share they take 0.1 %.
    uint256 private constant VIRTUAL = 1e15;
    /// @dev With fewer shares in circulation more than a tenth of the yield would go to nobody.
    uint256 private constant LEAST_SHARES = 9 * VIRTUAL;

    /// @inheritdoc IStakingVault
    uint256 public constant minBuyAmount = 1e18;

    /// @dev `isLiquidated`: the shares were charged, `settleLiquidation` was not called yet.
    struct Account {
        uint128 locked;
        uint128 pledged;
        uint64 hubId;
        bool hasLoan;
        bool isLiquidated;
    }

    /// @dev `amount` of TIDE is released linearly from `start` to `end`. While there are no shares it rests.
    struct Release {
        uint128 amount;
        uint64 start;
        uint64 end;
    }

    /// All TIDE of the vault: released or not, held or pledged.
    uint128 internal _stasis;
    /// The pledged part of it, with the loan hub.
    uint128 internal _pledged;
    Release private _release;
    mapping(address user => Account) internal _accounts;
    mapping(uint256 hubId => address) internal _borrowers;

    /// @inheritdoc IStakingVault
    function lock(uint256 _shares) external nonReentrant {
        if (_shares == 0) revert ZeroAmount();
        _beforeCall();
        Account storage account = _accounts[msg.sender];
        uint256 liquid = balanceOf(msg.sender) - account.locked;
        if (_shares > liquid) revert NotEnoughShares(liquid);
        account.locked += SafeCast.toUint128(_shares);
        emit Locked(msg.sender, _shares);
    }

    /// @inheritdoc IStakingVault
    function unlock(uint256 _shares) external nonReentrant {
        if (_shares == 0) revert ZeroAmount();
        _beforeCall();
        Account storage account = _accounts[msg.sender];
        uint256 free = account.isLiquidated ? 0 : account.locked - _sharesFor(account.pledged);
        if (_shares > free) revert NotEnoughShares(free);
        account.locked -= SafeCast.toUint128(_shares);
        emit Unlocked(msg.sender, _shares);
    }

    /// @inheritdoc IStakingVault
    function totalAssets() public view returns (uint256) {
        return _stasis - unreleasedYield();
    }

    /// @inheritdoc IStakingVault
    function totalStasisAvailable() external view returns (uint256) {
        return totalAssets() - _pledged;
    }

    /// @inheritdoc IStakingVault
    function totalStasisPledged() external view returns (uint256) {
        return _pledged;
    }

    /// @inheritdoc IStakingVault
    function convertToShares(uint256 assets) public view returns (uint256) {
        return Math.mulDiv(assets, totalSupply() + VIRTUAL, totalAssets() + VIRTUAL);
    }

    /// @inheritdoc IStakingVault
    function convertToAssets(uint256 shares) public view returns (uint256) {
        return Math.mulDiv(shares, totalAssets() + VIRTUAL, totalSupply() + VIRTUAL);
    }

    /// @inheritdoc IStakingVault
    /// @dev A share is worth at least as much TIDE, so the price has to be read for few shares only.
    function takesTaxes() external view returns (bool) {
        uint256 supply = totalSupply();
        return supply >= minBuyAmount || (supply >= LEAST_SHARES && supply >= convertToShares(minBuyAmount));
    }

    /// @inheritdoc IStakingVault
    function unreleasedYield() public view returns (uint256) {
        uint256 remaining = _remainingTime();
        if (remaining == 0) return 0;
        return Math.mulDiv(
            _release.amount, remaining, _release.end - _release.start, Math.Rounding.Ceil
        );
    }

    /// @inheritdoc IStakingVault
    function getAvailableStasis(address user) public view returns (uint256) {
        Account storage account = _accounts[user];
        return account.isLiquidated ? 0 : convertToAssets(account.locked) - account.pledged;
    }

    /// @inheritdoc IStakingVault
    function getUserStakeDetails(address user)
        external
        view
        returns (uint256 liquidShares, uint256 lockedShares, uint256 totalShares, uint256 totalAssetValue)
    {
        totalShares = balanceOf(user);
        lockedShares = _accounts[user].locked;
        liquidShares = totalShares - lockedShares;
        totalAssetValue = convertToAssets(totalShares);
    }

    /// @inheritdoc IStakingVault
    function userVaults(address user)
        external
        view
        returns (uint256 lockedWStasis, uint256 pledgedStasis, uint256 hubId, bool hasActiveLoan)
    {
        Account storage account = _accounts[user];
        return (account.locked, account.pledged, account.hubId, account.hasLoan);
    }

    /// @dev What every call of a wallet does before anything else.
    function _beforeCall() internal virtual;

    /// @dev Shares that are worth at least `assets`. Never more than those of which `assets` is the worth, since the price
    /// never falls: a pledge stays covered by the locked shares.
    function _sharesFor(uint256 assets) internal view returns (uint256) {
        return Math.mulDiv(assets, totalSupply() + VIRTUAL, totalAssets() + VIRTUAL, Math.Rounding.Ceil);
    }

    /// @dev Before `shares` are sold. The least to leave is what wrapping `minBuyAmount` gives, so that a wallet which has
    /// wrapped no more is enough; it is worth `minBuyAmount` but for rounding.
    function _requireEnoughLeft(uint256 shares) internal view {
        uint256 supply = totalSupply();
        uint256 sellable = Math.saturatingSub(supply, convertToShares(minBuyAmount));
        if (shares > sellable && shares < supply) revert TooFewSharesLeft(sellable);
    }

    /// @dev Adds bought TIDE to the release. What is still to be released and the new part are released together, over the
    /// mean of their times, weighted by the amounts. So a small part hardly delays a large one, and both together are
    /// never released faster than apart: `(a + b)² / (a·s + b·t) <= a/s + b/t`.
    function _addYield(uint256 bought, uint256 duration) internal {
        uint256 left = unreleasedYield();
        uint256 total = left + bought;
        uint256 weighted = left * _remainingTime() + bought * duration;
        _stasis += SafeCast.toUint128(bought);
        _startRelease(total, Math.ceilDiv(weighted, total));
    }

    /// @dev Refuses locked shares. The release rests from the burning of the last shares to the minting of the next ones:
    /// otherwise the yield would go to nobody.
    function _update(address from, address to, uint256 value) internal override {
        uint256 supply = totalSupply();
        if (from == address(0)) {
            if (supply == 0) _startRelease(_release.amount, _remainingTime());
        } else {
            uint256 held = balanceOf(from);
            if (value <= held && held - value < _accounts[from].locked) revert SharesLocked();
            if (to == address(0) && value == supply) _startRelease(unreleasedYield(), _remainingTime());
        }
        super._update(from, to, value);
    }

    function _startRelease(uint256 amount, uint256 duration) private {
        uint256 end = block.timestamp + duration;
        _release = Release(SafeCast.toUint128(amount), uint64(block.timestamp), SafeCast.toUint64(end));
    }

    /// @dev Seconds of release that are left.
    function _remainingTime() private view returns (uint256) {
        if (totalSupply() == 0) return _release.end - _release.start;
        return block.timestamp < _release.end ? _release.end - block.timestamp : 0;
    }
}
