// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {ILoanHub} from "../loans/ILoanHub.sol";
import {IMainToken} from "../tokens/IMainToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {IStakingVault} from "./IStakingVault.sol";
import {VaultLoans} from "./VaultLoans.sol";
import {VaultYield} from "./VaultYield.sol";

/// @dev Has no owner. Calls contracts of the platform only.
contract StakingVault is VaultLoans {
    using SafeERC20 for IERC20;

    constructor(IMainToken main, ILoanHub hub) ERC20("Wrapped Tide", "wTIDE") VaultYield(main) VaultLoans(hub) {}

    /// @inheritdoc IStakingVault
    function buy(uint256 _amount) external {
        buyForUser(_amount, msg.sender);
    }

    /// @inheritdoc IStakingVault
    function buyForUser(uint256 _amount, address user) public nonReentrant {
        if (_amount < minBuyAmount) revert WrapTooSmall();
        // The router wraps inside a trade, where it can make no other one.
        if (msg.sender != address(SWAP())) _beforeCall();
        uint256 shares = convertToShares(_amount);
        _stasis += SafeCast.toUint128(_amount);
        _mint(user, shares);
        emit Bought(user, _amount, shares);
        IERC20(address(MAIN)).safeTransferFrom(msg.sender, address(this), _amount);
    }

    /// @inheritdoc IStakingVault
    function sell(uint256 _shares, bool _claimUSDC, uint256 _minUSDC) external nonReentrant {
        if (_shares == 0) revert ZeroAmount();
        _beforeCall();
        _requireEnoughLeft(_shares);
        uint256 amount = convertToAssets(_shares);
        _burn(msg.sender, _shares);
        _stasis -= SafeCast.toUint128(amount);
        emit Sold(msg.sender, _shares, amount);
        IERC20 tide = IERC20(address(MAIN));
        if (!_claimUSDC) return tide.safeTransfer(msg.sender, amount);
        ISwap swap = SWAP();
        tide.safeTransfer(address(swap), amount);
        uint256 proceeds = swap.sellFor(msg.sender, amount, _minUSDC, _path(address(tide), address(USDB)));
        USDB.safeTransfer(msg.sender, proceeds);
    }

    /// @inheritdoc IStakingVault
    function stasisToken() external view returns (address) {
        return address(MAIN);
    }
}
